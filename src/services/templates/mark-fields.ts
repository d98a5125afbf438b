import { optionalField, valueField } from '#kernel/listing/fields'
import type { ListField } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { BuiltInText } from './template-mark.ts'

/**
 * Returns the columns of the mark for a list of templates with the alias `t`.
 *
 * @param builtIns the built-in texts with their keys.
 */
export const markList = (
  builtIns: readonly (BuiltInText & { key: string })[],
): { fields: Record<'BuiltInVersion' | 'IsEdited' | 'HasNewerVersion', ListField>; columns: Sql } => {
  const versions = JSON.stringify(Object.fromEntries(builtIns.map(({ key, version }) => [key, version])))
  const isNewer = Prisma.sql`coalesce(t.built_in_version < (${versions}::jsonb ->> t.key)::int, false)`
  return {
    fields: {
      BuiltInVersion: optionalField('integer', Prisma.sql`t.built_in_version`),
      IsEdited: valueField('boolean', Prisma.sql`t.is_edited`),
      HasNewerVersion: valueField('boolean', isNewer),
    },
    columns: Prisma.sql`t.built_in_version AS "BuiltInVersion", t.is_edited AS "IsEdited",
      ${isNewer} AS "HasNewerVersion"`,
  }
}
