import type { TestCaller } from '../build-app.ts'

/** Adds a record of each kind of advertising to a tenant. */
export const addAdvertisingRecords = async (theirs: TestCaller, ContactId: number): Promise<void> => {
  const create = async (path: string, body: object) => {
    const made = await theirs.post(`/api/sponsorships/${path}`, body)
    if (made.statusCode !== 200) throw new Error(made.body)
    return made.json()
  }
  const { SiteId } = await create('sites/0', { Name: 'Theirs', Domains: [{ Domain: 'theirs.example' }] })
  const page = { SiteId, SiteModuleTypeId: '2', Title: 'Theirs', RelativePath: '/theirs' }
  const { SitePageId } = await create('sitepages/0', page)
  const Placements = [{ SiteId, SitePageId, PositionTypeId: '1' }]
  await create('displayad/save', { AdId: 0, ContactId: String(ContactId), Title: 'Theirs', Placements })
  await create('customadlocations/save', { CustomAdLocationId: 0, Name: 'Theirs' })
}
