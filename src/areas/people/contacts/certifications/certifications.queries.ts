import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Prisma } from '#prisma/client'
import { readParts, type Versioned } from '../contact-parts.queries.ts'
import { certificationEvents } from '../contacts.events.ts'

export const certificationWithCount = { include: { _count: { select: { contacts: true } } } } as const

export type CertificationWithCount = Prisma.CertificationGetPayload<typeof certificationWithCount>
export type WithCertification = Prisma.ContactCertificationGetPayload<{ include: { certification: true } }>

export const certificationKind: RecordKind<CertificationWithCount> = {
  entity: 'certification',
  table: 'certification',
  columns: { completion_type_id: 'CertificationCompletionType', document_template_id: 'DocumentGenerationTemplateId' },
  events: certificationEvents,
  find: (tx, key) => tx.certification.findFirst({ where: key, ...certificationWithCount }),
}

/** Lists the tenant's certifications by name. */
export const listCertifications = ({ db }: Scope): Promise<CertificationWithCount[]> =>
  db.prisma.certification.findMany({
    where: { tenantId: db.tenantId },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    ...certificationWithCount,
  })

/** Lists the certifications that a contact has started or completed, by name. */
export const listContactCertifications = (scope: Scope, contactId: number): Promise<Versioned<WithCertification[]>> =>
  readParts(scope, contactId, () =>
    scope.db.prisma.contactCertification.findMany({
      where: { tenantId: scope.db.tenantId, contactId },
      include: { certification: true },
      orderBy: [{ certification: { name: 'asc' } }, { id: 'asc' }],
    }),
  )
