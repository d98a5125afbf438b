import { DISPLAY_NAME } from '#areas/events/registrations/participants.listing'
import { type Columns, listOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import { type Listing, orEmptySql } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

const id = Prisma.sql`k.id`
const column = (name: string): Sql => Prisma.raw(`k.${name}`)
/** The same as formatCertificateNumber. */
const NUMBER = Prisma.sql`('C-' || k.id)`

const listing: Listing = {
  from: Prisma.sql`event_certificate k
    JOIN event_registration g ON g.tenant_id = k.tenant_id AND g.event_id = k.event_id AND g.id = k.registration_id
    LEFT JOIN contact p ON p.tenant_id = g.tenant_id AND p.id = g.contact_id
    LEFT JOIN contact_certification x ON x.tenant_id = k.tenant_id AND x.id = k.entry_id
    LEFT JOIN certification n ON n.tenant_id = x.tenant_id AND n.id = x.certification_id`,
  tenant: Prisma.sql`k.tenant_id`,
  id,
  contact: Prisma.sql`g.contact_id`,
  listed: Prisma.sql`p.deleted_at IS NULL`,
  defaultOrder: 'EventCertificateId desc',
  fields: {
    EventCertificateId: valueField('integer', id),
    AuditId: valueField('integer', column('audit_id')),
    CertificateNumber: valueField('text', NUMBER),
    EventId: valueField('integer', column('event_id')),
    RegistrationId: valueField('integer', column('registration_id')),
    DisplayName: nameField(DISPLAY_NAME),
    ContactId: optionalField('integer', Prisma.sql`g.contact_id`),
    IssuedDate: valueField('date', column('issued_on')),
    Hours: valueField('money', column('hours')),
    Credits: valueField('money', column('credits')),
    CertificationId: optionalField('integer', Prisma.sql`x.certification_id`),
    CertificationName: nameField(Prisma.sql`n.name`),
  },
  searched: Prisma.sql`(${NUMBER} || ' ' || ${orEmptySql(DISPLAY_NAME)})`,
}

/** The certificates `k` of all events. */
export const certificateDetails: List = listOf(listing, {})

/** Lists the certificates of an event, the newest first. */
export const certificateList = (eventId: number): List => ({
  ...certificateDetails,
  listing: { ...listing, listed: Prisma.sql`p.deleted_at IS NULL AND k.event_id = ${eventId}::integer` },
})

/** The number of the certificate of a registration `g`; null for none. */
export const registrationCertificateColumn: Columns = {
  CertificateNumber: Prisma.sql`(SELECT ${NUMBER} FROM event_certificate k
    WHERE k.tenant_id = g.tenant_id AND k.event_id = g.event_id AND k.registration_id = g.id)`,
}
