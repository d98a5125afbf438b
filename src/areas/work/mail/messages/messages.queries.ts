import type { MailMessage } from '../../../../generated/prisma/client.ts'
import { notFound } from '../../../../kernel/errors/problem.ts'
import type { Scope } from '../../../../kernel/tenancy/scope.ts'

/** One mail; 404 where there is none. */
export const getMessage = async ({ db }: Scope, id: number): Promise<MailMessage> => {
  const message = await db.prisma.mailMessage.findFirst({ where: { tenantId: db.tenantId, id } })
  if (!message) throw notFound('mail')
  return message
}
