import { type Trace, traceFiles } from '../../trace/index.js';

/** A test in the form of JUnit, with the files of its trace as attachments of GitLab and Jenkins. */
export function junitReport({ test, status, error, durationMs }: Trace): string {
  const seconds = (durationMs / 1000).toFixed(3);
  const isFailed = status === 'failed';
  const [first = ''] = (error ?? '').split('\n');
  const attachments = [traceFiles.page, traceFiles.markdown].map((name) => `[[ATTACHMENT|${name}]]`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites><testsuite name="${attribute(test.file ?? 'muxwright')}" tests="1" failures="${isFailed ? 1 : 0}" time="${seconds}">`,
    `<testcase classname="${attribute(test.file ?? 'muxwright')}" name="${attribute(test.name)}" time="${seconds}">`,
    ...(isFailed ? [`<failure message="${attribute(first)}">${text(error ?? '')}</failure>`] : []),
    `<system-out>${text(attachments.join('\n'))}</system-out>`,
    '</testcase></testsuite></testsuites>',
    '',
  ].join('\n');
}

/** XML has no place for most control characters, however they are written. */
function text(value: string): string {
  return value
    .replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function attribute(value: string): string {
  return text(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;');
}
