import { type CatalogObject, comparable } from '#src/installation/migrations/catalog'
import { ANY_ORDER, OWNER_BEGIN, OWNER_END } from './database-files.ts'

/** The order of creation; objects are dropped in the reverse order. */
const PARTS = [
  'existence',
  'definition',
  'owner',
  'columns',
  'constraints',
  'indexes',
  'statistics',
  'storage',
  'row security',
  'triggers',
  'policies',
  'rights',
]

/** Changed without a drop, because others depend on it. */
const REPLACED = ['definition', 'owner']

/** Whether Prisma changes it, or a developer has to. */
const isByHand = ({ part, subject, create }: CatalogObject): boolean =>
  part === 'rows' ||
  (part === 'existence' && subject.startsWith('table')) ||
  (part === 'columns' && !create.includes('GENERATED ALWAYS AS ('))

const keyOf = ({ subject, part, name }: CatalogObject): string => `${subject}|${part}|${name}`
const byKey = (objects: readonly CatalogObject[]): Map<string, CatalogObject> =>
  new Map(objects.map((object) => [keyOf(object), object]))

/** The objects of a catalog that the other one does not have, or has in another form. */
export const onlyIn = (objects: readonly CatalogObject[], others: readonly CatalogObject[]): CatalogObject[] => {
  const known = byKey(others)
  return objects.filter((object) => {
    const other = known.get(keyOf(object))
    return other === undefined || comparable(other) !== comparable(object)
  })
}

/** Returns the statements that change one catalog to another; not those of tables and columns, which Prisma writes. */
export const diffCatalogs = (from: readonly CatalogObject[], to: readonly CatalogObject[]): string => {
  const [removed, added] = [onlyIn(from, to), onlyIn(to, from)].map((objects) =>
    objects.filter((object) => !isByHand(object)),
  ) as [CatalogObject[], CatalogObject[]]
  const changed = byKey(added)
  const order = (a: CatalogObject, b: CatalogObject) => PARTS.indexOf(a.part) - PARTS.indexOf(b.part)
  const drops = removed
    .filter((object) => !(REPLACED.includes(object.part) && changed.has(keyOf(object))))
    .filter((object) => !isDroppedWithOther(object, removed, to))
    .sort((a, b) => order(b, a))
  const creates = [...added].sort(order)
  const statements = [
    ...drops.filter(({ part }) => part !== 'definition').map(({ drop }) => drop),
    ...creates.map(({ create }) => create.trim()),
    ...creates.flatMap((object) => closed(object, from, to)),
    ...drops.filter(({ part }) => part === 'definition').map(({ drop }) => drop),
  ]
  if (statements.length === 0) return ''
  const functions = creates.filter(({ part }) => part === 'definition').length
  const isGiven = creates.some(({ part }) => part === 'owner')
  const script = statements.map((statement) => `${statement};\n`).join('')
  return `${functions > 1 ? ANY_ORDER : ''}${isGiven ? OWNER_BEGIN : ''}${script}${isGiven ? OWNER_END : ''}`
}

/** The owner and the rights of a function end with it; everything of a table ends with the table. */
const isDroppedWithOther = (
  { subject, part }: CatalogObject,
  removed: readonly CatalogObject[],
  to: readonly CatalogObject[],
): boolean =>
  subject.startsWith('table')
    ? !to.some((other) => other.subject === subject)
    : part !== 'definition' &&
      removed.some(
        (other) =>
          other.subject === subject && other.part === 'definition' && !to.some((one) => one.subject === subject),
      )

/** A new function can be called by every user until this is revoked. */
const closed = (
  { subject, part, name }: CatalogObject,
  from: readonly CatalogObject[],
  to: readonly CatalogObject[],
): string[] => {
  const isNew = part === 'definition' && !from.some((object) => object.subject === subject)
  const isOpen = to.some(
    (object) => object.subject === subject && object.part === 'rights' && object.name === 'PUBLIC EXECUTE',
  )
  return isNew && !isOpen ? [`REVOKE EXECUTE ON FUNCTION ${name} FROM PUBLIC`] : []
}
