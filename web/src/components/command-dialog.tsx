import { type FormEvent, useId, useState } from 'react';
import type { RequestError } from '../api/request-error.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { Problem } from './problem.js';

export interface CommandField<Key extends string> {
  readonly key: Key;
  readonly label: string;
  readonly placeholder?: string;
  readonly required?: boolean;
}

export interface CommandDialogProps<Key extends string> {
  readonly title: string;
  /** One below the other; fields in a nested list stand side by side. */
  readonly fields: readonly (CommandField<Key> | readonly CommandField<Key>[])[];
  /** What can be chosen besides. */
  readonly check: string;
  /** Starts it with what was filled in, without spaces around it; what was left empty is not there. */
  readonly start: (values: Readonly<Partial<Record<Key, string>>>, checked: boolean) => Promise<void>;
  readonly onClose: () => void;
}

/** A form that starts a program. It stays with what was filled in until that has worked, and says why it has not. */
export function CommandDialog<Key extends string>(props: CommandDialogProps<Key>) {
  const { title, fields, check, start, onClose } = props;
  const [values, setValues] = useState({} as Readonly<Partial<Record<Key, string>>>);
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<RequestError | undefined>(undefined);
  const form = useId();
  const submit = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await start(filledIn(values), checked);
      onClose();
    } catch (failure) {
      setError(failure as RequestError);
      setBusy(false);
    }
  };
  const isReady = fields.flat().every(({ key, required }) => !required || values[key]?.trim());
  const change = (key: Key, value: string): void => setValues({ ...values, [key]: value });
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button type="submit" form={form} look="main" disabled={busy || !isReady}>
        {busy ? 'Starting' : 'Start'}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} actions={actions}>
      <form
        id={form}
        className="stack"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (!busy && isReady) void submit();
        }}
      >
        {fields.map((row) =>
          'key' in row ? (
            <Field key={row.key} field={row} value={values[row.key]} onChange={change} />
          ) : (
            <div key={row[0]?.key} className="fields">
              {row.map((field) => (
                <Field key={field.key} field={field} value={values[field.key]} onChange={change} />
              ))}
            </div>
          ),
        )}
        <label className="check">
          <input type="checkbox" checked={checked} onChange={(event) => setChecked(event.target.checked)} />
          {check}
        </label>
        {error && <Problem error={error} />}
      </form>
    </Dialog>
  );
}

interface FieldProps<Key extends string> {
  readonly field: CommandField<Key>;
  readonly value: string | undefined;
  readonly onChange: (key: Key, value: string) => void;
}

function Field<Key extends string>({ field, value = '', onChange }: FieldProps<Key>) {
  const { key, label, placeholder, required = false } = field;
  return (
    <label className="field">
      {label}
      <input
        className="input mono"
        value={value}
        onChange={(event) => onChange(key, event.target.value)}
        placeholder={placeholder}
        required={required}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
      />
    </label>
  );
}

function filledIn<Key extends string>(values: Readonly<Partial<Record<Key, string>>>) {
  const pairs = Object.entries<string | undefined>(values).map(
    ([key, value]) => [key, value?.trim()] as const,
  );
  return Object.fromEntries(pairs.filter(([, value]) => value)) as Partial<Record<Key, string>>;
}
