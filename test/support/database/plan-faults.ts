import type pg from 'pg'
import type { ExecutedPlan, PlanNode } from './statement-plans.ts'

/** A node of a plan that reads a table or an index completely. */
export interface WholeRead {
  /** The name of the table, or of the index. */
  of: string
  statement: string
}

/** Finds the reads of whole tables and indexes: a condition on the first column of an index selects a part of it. */
export const findWholeReads = async (admin: pg.Client, plans: readonly ExecutedPlan[]): Promise<WholeRead[]> => {
  const { rows } = await admin.query<{ name: string; first: string }>(
    `SELECT c.relname::text AS name, pg_get_indexdef(i.indexrelid, 1, true) AS first
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid`,
  )
  const firsts = new Map(rows.map(({ name, first }) => [name, first]))
  const found = new Map<string, WholeRead>()
  for (const { text, root } of plans)
    for (const node of nodesOf(root)) {
      const of = wholeRead(node, firsts)
      const statement = text.replace(/\s+/g, ' ').trim()
      if (of) found.set(`${of} ${statement}`, { of, statement })
    }
  return [...found.values()]
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

const wholeRead = (node: PlanNode, firsts: ReadonlyMap<string, string>): string | undefined => {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index, 'Index Cond': condition = '' } = node
  if (type === 'Seq Scan') return node.Schema === 'pg_catalog' ? undefined : table
  const first = index === undefined || index.startsWith('pg_') ? undefined : firsts.get(index)
  return first === undefined || condition.replaceAll(/\w+\./g, '').includes(first) ? undefined : index
}
