import type { AreaWalks } from '#test/support/walks/area-walks'
import { UNREFERENCED } from '#test/support/walks/deletions'
import { byName } from '#test/support/walks/lists/listed'
import { saved } from '#test/support/walks/recipes'
import type { World } from '#test/support/walks/world'

const signatures = byName('saveSignature')

const addSignatures = async (world: World): Promise<void> => {
  await world.post('/api/signatures/0', { Name: 'Formal', SignatureHtml: '<p>F</p>' })
  await world.post('/api/signatures/0', { Name: 'Brief', SignatureHtml: '<p>B</p>' })
}

export const walks: AreaWalks = {
  recipes: [
    [':signatureid', saved('saveSignature', 'SignatureId', async (world) => ({ ContactId: await world.person() }))],
  ],
  lists: {
    listSignatures: signatures,
    listCurrentUserSignatures: signatures,
    lookupSignatures: signatures,
  },
  rows: addSignatures,
  otherDeletions: {
    deleteSignature: UNREFERENCED,
  },
}
