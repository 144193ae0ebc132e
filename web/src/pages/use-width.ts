import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** How wide an element is inside, so that a drawing can be as wide as it. */
export function useWidth<T extends HTMLElement>(
  first: number,
): { readonly ref: RefObject<T | null>; readonly width: number } {
  const ref = useRef<T>(null);
  const [width, setWidth] = useState(first);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const look = (): void => {
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      setWidth(
        Math.max(120, element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)),
      );
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
