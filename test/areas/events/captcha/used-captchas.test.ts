import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usedCaptchaCleanup } from '#areas/events/captcha/captcha.area'
import { createCaptcha, requireCaptcha, withCaptcha } from '#areas/events/captcha/captcha.service'
import { notFound, unavailable } from '#kernel/errors/problem'
import { systemScope } from '#kernel/outbox/deliver'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { encodeSolution, solveCaptcha } from '#test/support/events/solve-captcha'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp({ own: true })
})
afterAll(() => server.close())

describe('the cleanup of used captchas', () => {
  test('deletes them a day after they expired', async () => {
    const { app, database } = server
    const context = (time: string) => ({ database, clock: { now: () => new Date(time) }, log: app.log })
    const scopeAt = async (time: string, id: number) => systemScope(context(time), id)
    const { tenant } = await server.tenant()
    const tools = app.captchaTools
    for (const hour of ['10', '11']) {
      const scope = await scopeAt(`2030-05-01T${hour}:00:00Z`, tenant.id)
      const response = encodeSolution(solveCaptcha(await createCaptcha(scope, tools)))
      await requireCaptcha(scope, tools, { response, isStaff: false, isDisabled: false })
    }
    const cleanUp = async (time: string) => {
      await usedCaptchaCleanup.task(context(time), {})
      return database.system.usedCaptcha.count()
    }
    expect(await cleanUp('2030-05-02T10:20:00Z')).toBe(2)
    expect(await cleanUp('2030-05-02T10:20:01Z')).toBe(1)
    expect(await cleanUp('2030-05-02T11:20:01Z')).toBe(0)
  })
})

describe('withCaptcha', () => {
  test('lets the same solution be sent again after 503, and not after anything else', async () => {
    const { app, database } = server
    const { tenant } = await server.tenant()
    const clock = { now: () => new Date() }
    const scope = await systemScope({ database, clock, log: app.log }, tenant.id)
    const response = encodeSolution(solveCaptcha(await createCaptcha(scope, app.captchaTools)))
    const send = (error: Error | null) =>
      withCaptcha(scope, app.captchaTools, { response, isStaff: false, isDisabled: false }, async () => {
        if (error) throw error
      })
    await expect(send(unavailable('Busy.'))).rejects.toMatchObject({ status: 503 })
    await expect(send(Object.assign(new Error('timeout'), { code: 'P2024' }))).rejects.toMatchObject({ code: 'P2024' })
    await expect(send(notFound('cart'))).rejects.toMatchObject({ status: 404 })
    await expect(send(null)).rejects.toMatchObject({ reason: 'used' })
  })
})
