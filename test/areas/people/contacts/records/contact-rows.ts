import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DERIVED_COLUMNS } from '#areas/people/contacts/records/columns.model'
import { deriveColumns, deriveSearch } from '#areas/people/contacts/records/derivation.model'
import { contactRecordsSql, type StoredRecords } from '#areas/people/contacts/records/records.sql'
import { openTenantDb } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { contactsApi, type SavedPerson } from '#test/support/people/contacts'

let test: TestApp

type Api = ReturnType<typeof contactsApi>

/** A step references contacts by their index among those created so far. Invalid steps are rejected, which is fine. */
const place = fc.nat({ max: 7 })
const name = fc.constantFrom('Ana', 'Ändere', '太郎', 'Zoë', 'Bo')
const city = fc.constantFrom('Bonn', 'Oslo', 'Rome')
const step = fc.oneof(
  fc.record({ do: fc.constant('person' as const), name, city, at: place, contact: fc.boolean() }),
  fc.record({ do: fc.constant('org' as const), name, parent: place, head: place }),
  fc.record({ do: fc.constant('rename' as const), at: place, name }),
  fc.record({ do: fc.constant('email' as const), at: place, name, primary: fc.boolean() }),
  fc.record({ do: fc.constant('dropInfo' as const), at: place }),
  fc.record({ do: fc.constant('move' as const), at: place, city }),
  fc.record({ do: fc.constant('share' as const), at: place, from: place }),
  fc.record({ do: fc.constant('dropAddress' as const), at: place }),
  fc.record({ do: fc.constant('role' as const), at: place, org: place, end: fc.constantFrom(null, '2001-01-01') }),
  fc.record({ do: fc.constant('dropRole' as const), at: place }),
  fc.record({ do: fc.constant('parent' as const), at: place, org: place }),
  fc.record({ do: fc.constant('status' as const), at: place, to: fc.constantFrom(null, 4, 16) }),
  fc.record({ do: fc.constant('delete' as const), at: place }),
  fc.record({ do: fc.constant('restore' as const), at: place }),
  fc.record({ do: fc.constant('merge' as const), at: place, loser: place }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Every history begins with people at organizations, a primary contact, a parent and a shared address. */
const SETTLED: Step[] = [
  { do: 'org', name: 'Ana', parent: 1, head: 1 },
  { do: 'org', name: 'Bo', parent: 0, head: 1 },
  { do: 'person', name: 'Zoë', city: 'Bonn', at: 1, contact: true },
  { do: 'person', name: 'Bo', city: 'Oslo', at: 1, contact: false },
  { do: 'role', at: 2, org: 0, end: null },
  { do: 'role', at: 3, org: 0, end: null },
  { do: 'dropAddress', at: 3 },
  { do: 'share', at: 3, from: 2 },
  { do: 'email', at: 2, name: 'Ana', primary: true },
]

class History {
  readonly ids: number[] = []
  private readonly api: Api

  constructor(api: Api) {
    this.api = api
  }

  private id(at: number): number {
    return this.ids[at % Math.max(1, this.ids.length)] ?? 0
  }

  private version(id: number): Promise<{ auditId: number; type: number }> {
    return test.database.system.contact
      .findFirst({ where: { tenantId: this.api.caller.tenant.id, id } })
      .then((row) => ({ auditId: row?.auditId ?? 1, type: row?.systemTypeId ?? 1 }))
  }

  private async person(id: number): Promise<Partial<SavedPerson>> {
    const answer = await this.api.caller.get(`/api/contacts/person/${id}`)
    return answer.statusCode === 200 ? answer.json() : {}
  }

  private async save(at: number, body: (type: number) => object) {
    const id = this.id(at)
    const { auditId, type } = await this.version(id)
    const whole = { AuditId: auditId, forceSave: true, ...body(type) }
    return type === 1 ? this.api.savePerson(id, whole) : this.api.saveOrg(id, whole)
  }

  async run(s: Step) {
    const answer = await this.send(s)
    expect(answer.statusCode, answer.body).toBeLessThan(500)
    const isNew = s.do === 'person' || s.do === 'org'
    if (isNew && answer.statusCode === 200) this.ids.push(answer.json().ContactId)
  }

  private async send(s: Step) {
    switch (s.do) {
      case 'person':
        return this.api.savePerson(0, {
          forceSave: true,
          FirstName: s.name,
          Addresses: [{ City: s.city, CountryId: 276 }],
          ...(s.at < 2 && { OrganizationsAndRoles: [{ OrganizationContactId: this.id(s.at), IsContact: s.contact }] }),
        })
      case 'org':
        return this.api.saveOrg(0, {
          forceSave: true,
          OrganizationName: s.name,
          ...(s.head % 2 === 0 && { PrimaryContactId: this.id(s.head) || null }),
          ...(s.parent % 2 === 0 && this.ids.length > 0 && { ParentOrganizations: [{ ContactId: this.id(s.parent) }] }),
        })
      case 'rename':
        return this.save(s.at, (type) => (type === 1 ? { LastName: s.name } : { OrganizationName: s.name }))
      case 'email': {
        const item = { Kind: 'email', Value: `${s.at}@${s.primary}.example`, IsPrimary: s.primary }
        return this.save(s.at, (type) => ({ [type === 1 ? 'ContactList' : 'ContactInfos']: [item] }))
      }
      default:
        return this.sendChange(s)
    }
  }

  private async sendChange(s: Exclude<Step, { do: 'person' | 'org' | 'rename' | 'email' }>) {
    const person = 'at' in s ? await this.person(this.id(s.at)) : {}
    switch (s.do) {
      case 'dropInfo': {
        const [info] = person.ContactList ?? []
        return this.save(s.at, () => ({ ContactList: info ? [{ ...info, isDeleted: true }] : [] }))
      }
      case 'move': {
        const [address] = person.Addresses ?? []
        return this.save(s.at, () => ({
          Addresses: [{ ContactAddressId: address?.ContactAddressId ?? 0, City: s.city }],
        }))
      }
      case 'share': {
        const [address] = (await this.person(this.id(s.from))).Addresses ?? []
        return this.save(s.at, () => ({ Addresses: [{ AddressId: address?.AddressId ?? 0, City: 'Shared' }] }))
      }
      case 'dropAddress': {
        const [address] = person.Addresses ?? []
        return this.save(s.at, () => ({ Addresses: address ? [{ ...address, isDeleted: true }] : [] }))
      }
      case 'role':
        return this.save(s.at, () => ({
          OrganizationsAndRoles: [{ OrganizationContactId: this.id(s.org) || 1, RoleEndDate: s.end }],
        }))
      case 'dropRole': {
        const [role] = person.OrganizationsAndRoles ?? []
        return this.save(s.at, () => ({ OrganizationsAndRoles: role ? [{ ...role, isDeleted: true }] : [] }))
      }
      case 'parent':
        return this.save(s.at, () => ({ ParentOrganizations: [{ ContactId: this.id(s.org) || 1 }] }))
      default:
        return this.sendOther(s)
    }
  }

  private async sendOther(s: Extract<Step, { do: 'status' | 'delete' | 'restore' | 'merge' }>) {
    const id = this.id(s.at) || 1
    const { auditId } = await this.version(id)
    const { caller } = this.api
    if (s.do === 'delete') return caller.delete(`/api/contacts/${id}/${auditId}`)
    if (s.do === 'restore') return caller.post(`/api/contacts/${id}/restore/${auditId}`)
    if (s.do === 'status') {
      return caller.post(`/api/contacts/${id}/status`, { AuditId: auditId, MembershipStatusTypeId: s.to })
    }
    const loser = this.id(s.loser) || 1
    return caller.post('/api/contacts/merge', {
      WinnerContactId: id,
      WinnerAuditId: auditId,
      LoserContactId: loser,
      LoserAuditId: (await this.version(loser)).auditId,
    })
  }
}

const expectKept = async (tenantId: number, defaultStatusId: number, ids: number[]): Promise<void> => {
  const db = openTenantDb(test.database, tenantId)
  const countries = await db.rows<{ id: number; alpha2: string; name: string }>(
    Prisma.sql`SELECT id, alpha2, name FROM country`,
  )
  const facts = {
    tenantId,
    countries: new Map(countries.map((country) => [country.id, country])),
    today: new Date().toISOString().slice(0, 10),
    defaultStatusId,
  }
  const columns = Prisma.raw(DERIVED_COLUMNS.join(', '))
  const kept = await db.rows<{ id: number; tokens: string[] }>(Prisma.sql`
    SELECT id, tsvector_to_array(search) AS tokens, ${columns} FROM contact WHERE tenant_id = ${tenantId} ORDER BY id`)
  const records = await db.rows<StoredRecords>(contactRecordsSql(tenantId, ids))
  expect(kept).toEqual(
    records.map(({ records: one }) => {
      const derived = deriveColumns(one, facts)
      return { id: one.id, tokens: deriveSearch(one, derived, tenantId).sort(bytewise), ...derived }
    }),
  )
}

const bytewise = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** Defines the test that derives the stored values of contacts again after random histories. */
export const testContactRows = (histories: number): void => {
  beforeAll(async () => {
    test = await buildTestApp()
  })
  afterAll(() => test.close())

  describe('the rows of contacts', () => {
    it(
      'equal what is derived from their records, after any history of saves, merges and deletions',
      async () => {
        await fc.assert(
          fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 16, size: 'max' }), async (steps) => {
            const caller = await test.tenant()
            const history = new History(contactsApi(caller))
            for (const one of [...SETTLED, ...steps]) await history.run(one)
            await expectKept(caller.tenant.id, caller.tenant.defaultContactStatusId, history.ids)
          }),
          { numRuns: histories },
        )
      },
      120_000 + histories * 5000,
    )
  })
}
