import { register } from '#kernel/registers/register'
import type { Sql } from '#prisma/internal/prismaNamespace'

/**
 * Columns that other areas add to the registrations `g` of a member: an expression and the field of OwnEventRegistration that it
 * fills, such as `… AS "CertificateNumber"`.
 */
export const ownRegistrationColumns = register<Sql>('columns of own registrations')
