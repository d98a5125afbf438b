import type { FastifyPluginAsync } from 'fastify'
import { actingContacts } from './acting-contacts/acting-contacts.routes.ts'
import { activities } from './activities/activities.routes.ts'
import { addresses } from './addresses/addresses.routes.ts'
import { categories } from './categories/categories.routes.ts'
import { certifications } from './certifications/certifications.routes.ts'
import { communications } from './communications/communications.routes.ts'
import { contactRecords } from './contact-records/contact-records.routes.ts'
import { designations } from './designations/designations.routes.ts'
import { image } from './image/image.routes.ts'
import { emails, phones, websites } from './infos/infos.routes.ts'
import { relationships } from './relationships/relationships.routes.ts'
import { roles } from './roles/roles.routes.ts'
import { staff } from './staff/staff.routes.ts'
import { tags } from './tags/tags.routes.ts'

/** Serves the parts of a contact, and the value lists of those parts. */
export const contactParts: FastifyPluginAsync = async (app) => {
  await app.register(emails)
  await app.register(phones)
  await app.register(websites)
  await app.register(addresses)
  await app.register(roles)
  await app.register(designations)
  await app.register(tags)
  await app.register(categories)
  await app.register(activities)
  await app.register(communications)
  await app.register(relationships)
  await app.register(actingContacts)
  await app.register(staff)
  await app.register(certifications)
  await app.register(contactRecords)
  await app.register(image)
}
