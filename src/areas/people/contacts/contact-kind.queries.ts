import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'

/** What reading any detail of a contact needs: that it is there, its version, its primary ids. */
export const getContactHead = async (scope: Scope, contactId: number) => {
  const contact = await scope.db.prisma.contact.findFirst({
    where: { tenantId: scope.db.tenantId, id: contactId, deletedAt: null },
    select: {
      id: true,
      auditId: true,
      systemTypeId: true,
      primaryEmailId: true,
      primaryPhoneId: true,
      primaryWebsiteId: true,
      primaryAddressId: true,
    },
  })
  if (!contact) throw notFound('contact')
  return contact
}
