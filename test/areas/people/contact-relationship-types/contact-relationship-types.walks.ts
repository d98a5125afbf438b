import type { AreaWalks } from '#test/support/walks/area-walks'
import { byName, type Listed } from '#test/support/walks/lists/listed'
import { saved } from '#test/support/walks/recipes'

const relationshipTypes = (kind: string): Listed =>
  byName('saveContactRelationshipType', 'Name', { SystemRelationshipTypeId: kind, ReverseName: 'Other side' })

const relationshipTypesByName = byName('saveContactRelationshipType')

export const walks: AreaWalks = {
  recipes: [[':contactrelationshiptypeid', saved('saveContactRelationshipType', 'ContactRelationshipTypeId')]],
  lists: {
    listContactRelationshipTypes: relationshipTypesByName,
    lookupIndividualRelationshipTypes: relationshipTypesByName,
    lookupOrganizationRelationshipTypes: relationshipTypes('2'),
    lookupStaffRelationshipTypes: relationshipTypes('3'),
  },
}
