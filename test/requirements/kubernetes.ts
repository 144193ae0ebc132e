import type { Requirement } from './requirement.js';

/** Containers of Kubernetes pods as hosts. */
export const kubernetes = Object.freeze({
  K1: {
    room: 'hosts',
    promise:
      'A program runs in a container of a pod with its environment, folder and input, and its output and exit code are exact, whichever exec protocol the API server speaks (v5 or v4).',
  },
  K2: {
    room: 'hosts',
    promise:
      'A program of a pod can be written to and read from while it runs, and sees the end of its input.',
  },
  K3: {
    room: 'hosts',
    promise:
      'A pod that is missing, not ready, ended or evicted, a container that is missing or has no tmux, and an API server that does not answer each have an error code and a suggestion.',
  },
  K4: {
    room: 'hosts',
    promise:
      'The role of the guide is all that is needed, and a missing permission is reported with its verb and resource.',
  },
  K5: {
    room: 'hosts',
    promise:
      'A kubeconfig is read as kubectl reads it: context, authority of the cluster, token, token file (read again for each request), client certificate; a pod uses its service account.',
  },
  K6: {
    room: 'hosts',
    promise:
      'A link that breaks is an error and never a success, and the programs behind it are ended as soon as the pod can be reached again, or two minutes later by the pod itself.',
  },
  K7: {
    room: 'hosts',
    promise:
      'A command that a kubeconfig names is run only where that is allowed, and its output is never shown.',
  },
} as const satisfies Readonly<Record<`K${number}`, Requirement>>);
