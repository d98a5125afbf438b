import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'

/** How a contact is addressed in a mail. */
export interface Recipient {
  name: string | null
  /** Null for organizations. */
  firstName: string | null
  /** The primary email; null where there is none. */
  address: string | null
}

/** How a contact is addressed; 404 where there is none, or it was deleted. */
export const getRecipient = async ({ db }: Scope, contactId: number): Promise<Recipient> => {
  const contact = await db.prisma.contact.findFirst({
    where: { tenantId: db.tenantId, id: contactId, deletedAt: null },
    select: { displayName: true, firstName: true, emailAddress: true },
  })
  if (!contact) throw notFound('contact')
  return { name: contact.displayName, firstName: contact.firstName, address: contact.emailAddress }
}
