import { hostname, userInfo } from 'node:os';
import {
  type BinaryOperationNode,
  ColumnNode,
  type ColumnUpdateNode,
  type InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PrimitiveValueListNode,
  type QueryId,
  type QueryResult,
  ReferenceNode,
  type RootOperationNode,
  type UnknownRow,
  ValueNode,
  ValuesNode,
} from 'kysely';
import { isElsewhere, machineOf, onMachine } from '../../model/index.js';

/** The name of this machine in a store that others use, too: a tmux server belongs to one user of one machine. */
export function usualMachine(): string {
  return `${userName()}@${hostname()}`.replaceAll(/[/\s]/g, '-');
}

/** As the tables have it: what only this machine reaches has its name in front. */
export function hostOnMachine(machine: string, place: string): string {
  return isForAll(place) ? place : onMachine(machine, place);
}

/**
 * Translates where things are, in every statement and every answer: `local` of this machine is another one than `local` of
 * the next. What callers see of their own machine is as it always was.
 */
export class MachineHosts implements KyselyPlugin {
  readonly #machine: string;
  readonly #statements: OperationNodeTransformer;

  constructor(machine: string) {
    this.#machine = machine;
    this.#statements = new Statements(machine);
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs): RootOperationNode {
    return this.#statements.transformNode(node, queryId);
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return { ...result, rows: result.rows.map((row) => this.#shown(row)) };
  }

  #shown(row: UnknownRow): UnknownRow {
    const known = [...COLUMNS].filter((column) => typeof row[column] === 'string');
    if (known.length === 0) return row;
    const own = (place: string): string => {
      const there = machineOf(place);
      return there?.machine === this.#machine ? there.place : place;
    };
    return { ...row, ...Object.fromEntries(known.map((column) => [column, own(String(row[column]))])) };
  }
}

/** Addresses of hosts, and the files of recordings, which are where the recorder is. */
const COLUMNS: ReadonlySet<string> = new Set(['host', 'path']);

class Statements extends OperationNodeTransformer {
  readonly #machine: string;

  constructor(machine: string) {
    super();
    this.#machine = machine;
  }

  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    const insert = super.transformInsertQuery(node, queryId);
    const { columns, values } = insert;
    if (!columns || !values || !ValuesNode.is(values)) return insert;
    const rows = values.values.map((row) => {
      if (!PrimitiveValueListNode.is(row)) return row;
      return PrimitiveValueListNode.create(
        row.values.map((value, index) => this.#ofColumn(columns[index], value)),
      );
    });
    return { ...insert, values: ValuesNode.create(rows) };
  }

  protected override transformColumnUpdate(node: ColumnUpdateNode, queryId?: QueryId): ColumnUpdateNode {
    const update = super.transformColumnUpdate(node, queryId);
    return { ...update, value: this.#operand(update.column, update.value) };
  }

  protected override transformBinaryOperation(
    node: BinaryOperationNode,
    queryId?: QueryId,
  ): BinaryOperationNode {
    const operation = super.transformBinaryOperation(node, queryId);
    return { ...operation, rightOperand: this.#operand(operation.leftOperand, operation.rightOperand) };
  }

  #operand(column: OperationNode, operand: OperationNode): OperationNode {
    if (!ValueNode.is(operand)) return operand;
    const name = ReferenceNode.is(column) ? column.column : column;
    return { ...operand, value: this.#ofColumn(name, operand.value) } as ValueNode;
  }

  #ofColumn(column: OperationNode | undefined, value: unknown): unknown {
    if (typeof value !== 'string' || !column || !ColumnNode.is(column)) return value;
    return COLUMNS.has(column.column.name) ? hostOnMachine(this.#machine, value) : value;
  }
}

/** What every machine means the same by. */
function isForAll(place: string): boolean {
  if (isElsewhere(place) || place.startsWith('k8s://')) return true;
  return place.startsWith('ssh://') && !/^ssh:\/\/([^@/]*@)?(localhost|127\.|\[::1\])/.test(place);
}

/** A container may run as a user that has no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}
