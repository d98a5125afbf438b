import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMatchCandidates, SUGGESTED_SCORE } from '#areas/people/contacts/candidates/candidates.queries'
import { makeNameKey, makeOrganizationNameKey } from '#areas/people/contacts/duplicates/duplicates.model'
import { systemScope } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import { loadDemo } from '#src/demo/load-demo'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { misspell, type Original, randomFrom } from '#test/support/people/misspellings'
import { proofSize } from '#test/support/runner/proof-size'

const CONTACTS = proofSize({ reduced: 3000, full: 100_000 })
const SAMPLE = proofSize({ reduced: 400, full: 1500 })
/** The more contacts, the more of them have the same name, and a third of the entries contain nothing else. */
const LEAST_RECALL = proofSize({ reduced: 0.8, full: 0.7 })

let server: TestApp
let scope: Scope
let originals: Original[]
beforeAll(async () => {
  server = await buildTestApp()
  const { tenant } = await server.tenant()
  await loadDemo({ database: server.database, tenant, contacts: CONTACTS, now: new Date('2030-03-01T12:00:00Z') })
  const context = { database: server.database, clock: { now: () => new Date() }, log: server.app.log }
  scope = await systemScope(context, tenant.id)
  originals = await listOriginals(tenant.id)
}, 600_000)
afterAll(() => server.close())

const listOriginals = async (tenantId: number): Promise<Original[]> => {
  const where = { tenantId, deletedAt: null, isUnmatched: false, emailAddress: { not: null } }
  const contacts = await server.database.system.contact.findMany({ where, orderBy: { id: 'asc' } })
  return contacts
    .map((one) => ({ ...one, employer: one.primaryOrganizationName }) as unknown as Original)
    .filter(({ firstName, lastName, organizationName }) => (firstName && lastName) || organizationName)
}

/** The names by which one contact is as good as another one: a person is only known by more than the name. */
const nameOf = (one: Pick<Original, 'systemTypeId' | 'firstName' | 'lastName' | 'organizationName'>): string =>
  one.systemTypeId === 1
    ? `1 ${makeNameKey(one.firstName)} ${makeNameKey(one.lastName)}`
    : `2 ${makeOrganizationNameKey(one.organizationName)}`

interface Counts {
  right: number
  wrong: number
  wanted: number
}

const NONE: Counts = { right: 0, wrong: 0, wanted: 0 }
const recall = ({ right, wanted }: Counts) => right / wanted
const precision = ({ right, wrong }: Counts) => right / (right + wrong)

/** Adds a result: the contact that is proposed, and the one that was meant; null for a stranger. */
const add = (counts: Counts, proposed: number | null, meant: number | null): Counts => ({
  right: counts.right + Number(proposed !== null && proposed === meant),
  wrong: counts.wrong + Number(proposed !== null && proposed !== meant),
  wanted: counts.wanted + Number(meant !== null),
})

/** The contact that has the email address, if it is the only one of its type. */
const byExactEmail = (addresses: ReadonlyMap<string, number[]>, key: string): number | null => {
  const found = addresses.get(key) ?? []
  return found.length === 1 ? (found[0] ?? null) : null
}

test(`proposes the right contact among ${CONTACTS} more often than exact email addresses do, and fast`, async () => {
  const random = randomFrom(20300301)
  const names = new Map<string, number>()
  const addresses = new Map<string, number[]>()
  const addressKey = (type: number, address: string | null) => `${type} ${address?.toLowerCase()}`
  for (const one of originals) {
    names.set(nameOf(one), (names.get(nameOf(one)) ?? 0) + 1)
    const key = addressKey(one.systemTypeId, one.emailAddress)
    addresses.set(key, [...(addresses.get(key) ?? []), one.id])
  }
  const anyone = () => originals[Math.floor(random() * originals.length)] as Original
  let matching = NONE
  let exact = NONE
  const times: number[] = []
  const search = async (entered: ReturnType<typeof misspell>, meant: number | null) => {
    const before = performance.now()
    const [best] = await findMatchCandidates(scope, scope.db, entered)
    times.push(performance.now() - before)
    const proposed = best && best.score >= SUGGESTED_SCORE ? best.contact.id : null
    matching = add(matching, proposed, meant)
    exact = add(exact, byExactEmail(addresses, addressKey(entered.systemTypeId, entered.emailAddress)), meant)
  }
  for (let at = 0; at < SAMPLE; at++) {
    const original = anyone()
    await search(misspell(random, original), original.id)
    if (at % 3 > 0) continue
    // A stranger has the first name of one contact and the last name of another one; no contact has both.
    const other = anyone()
    const stranger = { ...original, lastName: other.lastName ?? original.lastName, employer: null, city: other.city }
    if (stranger.systemTypeId === 1 && !names.has(nameOf(stranger)))
      await search({ ...misspell(random, stranger), emailAddress: `stranger${at}@new.example` }, null)
  }
  times.sort((a, b) => a - b)
  const percentile = (share: number) => times[Math.floor(times.length * share)] ?? 0
  const p95 = percentile(0.95)
  const shown = (counts: Counts) =>
    `recall ${recall(counts).toFixed(3)}, precision ${precision(counts).toFixed(3)} (${counts.right} right, ${counts.wrong} wrong of ${counts.wanted})`
  console.info(`${CONTACTS} contacts, threshold ${SUGGESTED_SCORE}: ${shown(matching)}`)
  console.info(`exact email addresses: ${shown(exact)}`)
  console.info(`p50 ${percentile(0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, max ${times.at(-1)?.toFixed(1)} ms`)
  expect(recall(matching)).toBeGreaterThan(recall(exact) + 0.2)
  expect(recall(matching)).toBeGreaterThan(LEAST_RECALL)
  expect(precision(matching)).toBeGreaterThan(0.95)
  expect(p95).toBeLessThan(100)
}, 600_000)
