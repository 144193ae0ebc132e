import { z } from 'zod';

/** What a field is, also where it was made optional or given a default after it was described. */
export function fieldDescription(field: unknown): string | undefined {
  if (!(field instanceof z.ZodType)) return undefined;
  const own = z.globalRegistry.get(field)?.description;
  return own ?? (isWrapped(field) ? fieldDescription(field.unwrap()) : undefined);
}

/** A field without what makes it optional or gives it a default. */
export function bareField(field: unknown): unknown {
  return isWrapped(field) ? bareField(field.unwrap()) : field;
}

function isWrapped(field: unknown): field is z.ZodOptional | z.ZodDefault {
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault;
}
