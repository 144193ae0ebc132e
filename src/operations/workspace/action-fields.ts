import { z } from 'zod';
import { type ActionName, capabilityActions, type Parameter } from '../../workspace/index.js';

/** The fields of an action, from the one table of actions. What is left out gets its default there. */
export function actionFields(action: ActionName): Readonly<Record<string, z.ZodType>> {
  const parameters: Readonly<Record<string, Parameter>> = capabilityActions[action].parameters;
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [fieldName(name), field(parameter)]),
  );
}

/** Fields of an action under the names of its parameters. */
export function parametersFrom(
  action: ActionName,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const given = Object.keys(capabilityActions[action].parameters)
    .map((name) => [name, input[fieldName(name)]] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

/** `quietMs` of `quiet_ms`. */
function fieldName(parameter: string): string {
  return parameter.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function field({ type, description, required, default: usual, most }: Parameter): z.ZodType {
  const described = usual === undefined ? description : `${description} Default: ${String(usual)}.`;
  const value = valueOfType(type, most).describe(described);
  return required ? value : value.optional().describe(described);
}

function valueOfType(type: Parameter['type'], most = LARGEST): z.ZodType {
  switch (type) {
    case 'pane':
      return z.string().max(100);
    case 'text':
      return z.string().max(LONGEST_TEXT);
    case 'boolean':
      return z.boolean();
    case 'number':
      return z.number().int().min(1).max(most);
    case 'window':
      return z.number().int().min(0).max(most);
    default:
      return z.enum(type);
  }
}

const LARGEST = 999_999;
/** More than any parameter may have; the workspace says how many bytes each takes. */
const LONGEST_TEXT = 200_000;
