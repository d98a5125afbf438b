import { describe, expect, test } from 'vitest'
import { migrationsFolder, readMigrations } from '#src/installation/migrations/migration-files'

/** The whole database of version 0.2.0. No running build precedes it. */
const BEFORE = '20261129220000_foundation'

/** Changes after which a running build of the previous release fails. */
const BREAKING: readonly [what: string, pattern: RegExp][] = [
  ['drops a table or column', /\bDROP\s+(TABLE|COLUMN)\b/i],
  ['drops a key that ON CONFLICT can name', /\bDROP\s+CONSTRAINT\s+"?\w+_(pkey|key)\b/i],
  ['renames', /\bRENAME\b/i],
  ['changes the type of a column', /\bALTER\s+COLUMN\s+\S+\s+(SET\s+DATA\s+)?TYPE\b/i],
  ['requires a value that the previous release does not write', /\bSET\s+NOT\s+NULL\b/i],
  [
    'adds a required column without a default',
    /\bADD\s+COLUMN\b(?![^,;]*\b(DEFAULT|GENERATED|SERIAL)\b)[^,;]*\bNOT\s+NULL\b/i,
  ],
]

/** Says, on the line before, why the previous release does not need it any more. */
const REASON = /--\s*contract: .{20,}\n[^\n]*$/

/** The breaking changes of a migration without a reason. */
const findBreaking = (sql: string): string[] => {
  const code = sql.replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, (body) => ' '.repeat(body.length))
  return BREAKING.flatMap(([what, pattern]) =>
    [...code.matchAll(new RegExp(pattern, 'gi'))]
      .filter(({ index }) => !isComment(code, index) && !REASON.test(code.slice(0, index)))
      .map(({ index }) => `${what}: ${code.slice(index).split('\n')[0]}`),
  )
}

const isComment = (code: string, at: number): boolean => /--[^\n]*$/.test(code.slice(0, at))

test('the migrations since the last release keep what that release uses', () => {
  const added = readMigrations(migrationsFolder()).filter(({ name }) => name > BEFORE)
  expect(added.flatMap(({ name, sql }) => findBreaking(sql).map((fault) => `${name} ${fault}`))).toEqual([])
})

describe('the rules for migrations', () => {
  test.each([
    ['ALTER TABLE a DROP COLUMN b;'],
    ['ALTER TABLE "a" DROP CONSTRAINT "a_pkey",\nADD COLUMN "x" INT DEFAULT 0;'],
    ['ALTER TABLE a RENAME COLUMN b TO c;'],
    ['ALTER TABLE a ALTER COLUMN b TYPE bigint;'],
    ['ALTER TABLE a ALTER COLUMN b SET NOT NULL;'],
    ['ALTER TABLE a ADD COLUMN b text NOT NULL;'],
  ])('find %s', (sql) => {
    expect(findBreaking(sql)).toHaveLength(1)
  })

  test.each([
    ['ALTER TABLE a ADD COLUMN b text;'],
    ["ALTER TABLE a ADD COLUMN b text NOT NULL DEFAULT '', ADD COLUMN c int;"],
    ['CREATE TABLE a (b text NOT NULL);'],
    ['-- contract: version 0.2 was the last one that read this column\nALTER TABLE a DROP COLUMN b;'],
    ['-- The table is not renamed.\nCREATE INDEX a_b ON a (b);'],
    ['CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ ALTER TABLE a DROP COLUMN b $$;'],
  ])('accept %s', (sql) => {
    expect(findBreaking(sql)).toEqual([])
  })
})
