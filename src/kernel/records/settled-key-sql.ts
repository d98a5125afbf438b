import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { Scope } from '../tenancy/scope.ts'

/** Marks the request's claim on its Idempotency-Key as committed, once or several times. Fails if the claim is lost. */
export const settledKey = (
  { tenantId }: Scope['db'],
  { credential, key, claimId }: NonNullable<Scope['idempotency']>,
): Sql => Prisma.sql`settle_idempotency_key(${tenantId}::int, ${credential}::text, ${key}::text, ${claimId}::uuid)`
