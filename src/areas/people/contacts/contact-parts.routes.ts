import type { FastifyPluginAsync } from 'fastify'
import { actingRoutes } from './acting-contacts/acting-contacts.routes.ts'
import { activityRoutes } from './activities/activities.routes.ts'
import { addressRoutes } from './addresses/addresses.routes.ts'
import { categoryRoutes } from './categories/categories.routes.ts'
import { certificationRoutes } from './certifications/certifications.routes.ts'
import { communicationRoutes } from './communications/communications.routes.ts'
import { recordRoutes } from './contact-records/contact-records.routes.ts'
import { designationRoutes } from './designations/designations.routes.ts'
import { emailRoutes } from './emails/emails.routes.ts'
import { imageRoutes } from './image/image.routes.ts'
import { phoneRoutes } from './phones/phones.routes.ts'
import { relationshipRoutes } from './relationships/relationships.routes.ts'
import { roleRoutes } from './roles/roles.routes.ts'
import { staffRoutes } from './staff/staff.routes.ts'
import { tagRoutes } from './tags/tags.routes.ts'
import { websiteRoutes } from './websites/websites.routes.ts'

/** All that hangs on a contact, one subject after the other, and the value lists that it is chosen from. */
export const contactDetails: FastifyPluginAsync = async (app) => {
  emailRoutes(app)
  phoneRoutes(app)
  websiteRoutes(app)
  addressRoutes(app)
  roleRoutes(app)
  designationRoutes(app)
  tagRoutes(app)
  categoryRoutes(app)
  activityRoutes(app)
  communicationRoutes(app)
  relationshipRoutes(app)
  actingRoutes(app)
  staffRoutes(app)
  certificationRoutes(app)
  recordRoutes(app)
  imageRoutes(app)
}
