import { badInput } from '#kernel/errors/problem'
import { valueField } from '#kernel/listing/fields'
import type { Filter, Leaf, Literal } from '#kernel/listing/filter'
import type { ListField } from '#kernel/listing/listing'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { LOG_LEVELS } from '#services/tenant-log/log-event-texts'
import { levelNameSql } from '#services/tenant-log/log-events-sql'

/**
 * Returns the fields of a severity: its name, compared and ordered by severity, and its number, for which indexes
 * exist.
 *
 * @param level the number.
 */
export const levelFields = (level: Sql): { Level: ListField; LevelNumber: ListField } => ({
  Level: {
    type: 'text',
    sql: levelNameSql(level),
    order: [{ type: 'integer', sql: level }],
    normalize: (name) => LOG_LEVELS.find((known) => known.toLowerCase() === name.toLowerCase()) ?? name,
    rewrite: compareBySeverity,
  },
  LevelNumber: { ...valueField('integer', level), isInternal: true },
})

/** @throws 400 for a name that no severity has. */
const compareBySeverity = (leaf: Leaf, pointer: string): Filter => {
  const numberOf = (value: Literal): Literal => numberLiteral(severityOf(value, pointer))
  if ('value' in leaf && leaf.value.kind !== 'null')
    return { op: leaf.op, field: 'LevelNumber', value: numberOf(leaf.value) }
  if (leaf.op === 'in') return { op: 'in', field: 'LevelNumber', values: leaf.values.map(numberOf) }
  if ('text' in leaf) return { op: 'in', field: 'LevelNumber', values: namesThat(leaf).map(numberLiteral) }
  return { ...leaf, field: 'LevelNumber' }
}

const severityOf = (value: Literal, pointer: string): number => {
  const name = value.kind === 'text' ? value.text.toLowerCase() : ''
  const index = LOG_LEVELS.findIndex((known) => known.toLowerCase() === name)
  if (index < 0) throw badInput(pointer, `the value compared with Level must be one of ${LOG_LEVELS.join(', ')}`)
  return index
}

const numberLiteral = (index: number): Literal => ({ kind: 'number', text: String(index + 1) })

const namesThat = ({ op, text }: Extract<Leaf, { text: string }>): number[] =>
  LOG_LEVELS.flatMap((name, index) => {
    const shown = name.toLowerCase()
    const part = text.toLowerCase()
    const meets =
      op === 'contains' ? shown.includes(part) : op === 'startswith' ? shown.startsWith(part) : shown.endsWith(part)
    return meets ? [index] : []
  })
