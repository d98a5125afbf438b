import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { Params } from '../database/shape.ts'
import type { Scope } from '../tenancy/scope.ts'

type Claim = { tenantId: number } & Partial<NonNullable<Scope['idempotency']>>

/** Marks the request's claim on its Idempotency-Key as committed, once or several times. Fails if the claim is lost. */
export const settledKey = ({ tenantId, credential, key, claimId }: Params<Claim>): Sql =>
  Prisma.sql`settle_idempotency_key(${tenantId}::int, ${credential}::text, ${key}::text, ${claimId}::uuid)`
