import type { FastifyError } from 'fastify'
import { expect, test } from 'vitest'
import { toOAuthError } from '#services/identity/oauth/oauth-error'

const failure = (code: string): FastifyError =>
  Object.assign(new Error('Invalid `prisma.login.create()` invocation at 10.0.0.7:5432'), { name: 'Failure', code })

test.each([
  ['P1001', 503],
  ['P2002', 409],
  ['P2003', 422],
  ['P2025', 404],
  ['22021', 400],
  ['XX000', 500],
])('an error of the database (%s) gets a description without its message', (code, status) => {
  const error = toOAuthError(failure(code))
  expect(error.status).toBe(status)
  expect(error.message).not.toMatch(/prisma|10\.0\.0\.7/)
})
