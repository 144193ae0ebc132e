/** Things that are open; closed in the opposite order. */
export interface Closing extends AsyncDisposable {
  add<Resource extends AsyncDisposable>(resource: Resource): Resource;
}

export function closing(): Closing {
  const resources: AsyncDisposable[] = [];
  return {
    add: (resource) => {
      resources.push(resource);
      return resource;
    },
    [Symbol.asyncDispose]: async () => {
      for (const resource of resources.splice(0).reverse()) await resource[Symbol.asyncDispose]();
    },
  };
}
