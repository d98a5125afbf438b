import type { Area } from '#areas/area'
import { changes } from '#kernel/outbox/event-kind'
import { presented } from '#kernel/records/record-shape'
import { relationshipTypeEvents } from './contact-relationship-types.events.ts'
import { presentEdit as presentRelationshipType } from './contact-relationship-types.presenter.ts'
import { getRelationshipType } from './contact-relationship-types.queries.ts'
import { contactRelationshipTypes } from './contact-relationship-types.routes.ts'

export const contactRelationshipTypesArea: Area = {
  routes: [contactRelationshipTypes],
  chapterScopes: ['contact-relationship-types:read'],
  events: changes('contact-relationship-types', 'Relationship type', relationshipTypeEvents),
  shapes: {
    contactrelationshiptype: presented('contact-relationship-types:read', async (scope, id) =>
      presentRelationshipType(await getRelationshipType(scope, id)),
    ),
  },
}
