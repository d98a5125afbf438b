import type { TestCaller } from '../build-app.ts'

/** Adds a sponsorship type and a sponsor to a tenant that has the records of the books. */
export const addSponsorRecords = async (theirs: TestCaller, ContactId: number): Promise<void> => {
  const create = async (url: string, body: object) => {
    const made = await theirs.post(url, body)
    if (made.statusCode !== 200) throw new Error(made.body)
    return made.json()
  }
  const [item] = (await theirs.get('/api/finance/feeitems/lookup')).json()
  const type = { Name: 'Theirs', SaleableItem: { SaleableItemId: item.Id } }
  const { SponsorshipTypeId } = await create('/api/sponsorships/types/0', type)
  await create('/api/sponsorships/sponsors/0', { ContactId, SponsorshipTypeId })
}
