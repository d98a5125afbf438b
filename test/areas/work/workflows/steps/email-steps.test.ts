import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailExtensions } from '#areas/joined'
import { readConfig } from '#kernel/config/config'
import { sealer } from '#kernel/crypto/seal'
import { systemClock } from '#kernel/time/clock'
import { openMail } from '#services/mail/open-mail'
import { SEND_MAIL } from '#services/mail/sending/send-job'
import { mailTasks } from '#services/mail/sending/send-mail'
import type { TestCaller } from '#test/support/build-app'
import { type SmtpSink, startSmtpSink } from '#test/support/mail/smtp-sink'
import { type Json, openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

let bench: WorkflowBench
let sink: SmtpSink
beforeAll(async () => {
  bench = await openWorkflows('2026-03-02T10:00:00Z')
  sink = await startSmtpSink()
})
afterAll(async () => {
  await sink.close()
  await bench.server.close()
})

const EMAIL = 3
const stepPath = (id: number, stepId = 0) => `/api/workflows/workflowstep/${id}/${stepId}`

let made = 0
const signature = async (caller: TestCaller, SignatureHtml = '<p>Ada North</p>'): Promise<number> => {
  const body = { Name: `Signature ${++made}`, SignatureHtml }
  return (await bench.good(caller.post('/api/signatures/0', body))).SignatureId as number
}

/** Adds an email step with a signature, as the first of its workflow. */
const signed = async (id: number, SignatureId: number, caller = bench.caller, template: Json = {}) =>
  caller.post(stepPath(id), {
    SystemStepTypeId: String(EMAIL),
    EmailTemplateId: String(await bench.template(template)),
    SendEmailStepOptions: { SignatureId },
  })

const signatureOf = async (id: number, stepId: unknown) => {
  const { SendEmailStepOptions, StepOptionsJson } = await bench.good(bench.caller.get(stepPath(id, Number(stepId))))
  const ofJson = JSON.parse(StepOptionsJson as string).SignatureId
  expect((SendEmailStepOptions as Json).SignatureId).toBe(ofJson)
  return ofJson
}

describe('POST /api/workflows/workflowstep/{workflowid}/{workflowstepid} (saveWorkflowStep), emails', () => {
  test('accepts a signature of the caller, and from other callers only the one that the step has', async () => {
    const id = await bench.workflow([await bench.group()])
    const other = await bench.server.caller(bench.caller.tenant, ['admin'])
    const own = await signature(bench.caller)
    const foreign = await signature(other)
    for (const unknown of [foreign, 2_147_480_000]) {
      const refused = await bench.refused(signed(id, unknown), 422, 'unknown-reference')
      expect(refused.errors).toMatchObject([{ pointer: '/SendEmailStepOptions/SignatureId' }])
    }
    const { WorkflowStepId } = await bench.good(signed(id, own))
    const step = stepPath(id, WorkflowStepId as number)
    const change = (SignatureId: number | null) => ({ SendEmailStepOptions: { Subject: 'New', SignatureId } })
    await bench.good(other.post(step, { AuditId: 1, ...change(own) }))
    expect(await signatureOf(id, WorkflowStepId)).toBe(own)
    await bench.good(other.post(step, { AuditId: 2, ...change(foreign) }))
    await bench.refused(other.post(step, { AuditId: 3, ...change(own) }), 422, 'unknown-reference')
    await bench.good(bench.caller.post(step, { AuditId: 3, ...change(null) }))
    expect(await signatureOf(id, WorkflowStepId)).toBeNull()
  })

  test('requires signatures:read for a new signature', async () => {
    const id = await bench.workflow([await bench.group()])
    const scopes = ['workflows:read', 'workflows:write', 'mail:write', 'signatures:write']
    const caller = await bench.server.caller(bench.caller.tenant, scopes)
    const own = await signature(caller)
    await bench.refused(signed(id, own, caller), 403, 'insufficient-scope')
  })

  test('does not show a deleted signature, and accepts the step as it was returned', async () => {
    const id = await bench.workflow([await bench.group()])
    const own = await signature(bench.caller)
    const { WorkflowStepId } = await bench.good(signed(id, own))
    await bench.good(bench.caller.delete(`/api/signatures/${own}`))
    expect(await signatureOf(id, WorkflowStepId)).toBeNull()
    const step = await bench.good(bench.caller.get(stepPath(id, WorkflowStepId as number)))
    await bench.good(bench.caller.post(stepPath(id, WorkflowStepId as number), step))
  })

  test('warns if recipients cannot unsubscribe, because the template has no category', async () => {
    const id = await bench.workflow([await bench.group()])
    const warnings = [{ Code: 'no-unsubscribe-category', Message: expect.stringContaining('unsubscribe') }]
    const template = await bench.template()
    const body = { SystemStepTypeId: String(EMAIL), EmailTemplateId: String(template) }
    const saved = await bench.good(bench.caller.post(stepPath(id), body))
    expect(saved.Warnings).toEqual(warnings)
    const read = async () => (await bench.good(bench.caller.get(stepPath(id, Number(saved.WorkflowStepId))))).Warnings
    expect(await read()).toEqual(warnings)
    await bench.good(bench.caller.post(`/api/mail/templates/${template}`, { AuditId: 1, Category: 'news' }))
    expect(await read()).toEqual([])
  })

  test('ends the email with the signature, which is not a template itself', async () => {
    const group = await bench.group()
    const people = [await bench.person(), await bench.person()]
    await bench.join(group, ...people)
    const id = await bench.workflow([group])
    const own = await signature(bench.caller, '<p><b>Ada</b> {{ organization.name }}</p>')
    await bench.good(signed(id, own))
    await bench.good(signed(id, own, bench.caller, { Text: 'Plain {{ to.name }}', Category: 'news' }))
    await bench.step(id, EMAIL, { EmailTemplateId: String(await bench.template()) })
    await bench.switchOn(id)
    await bench.run(id)
    await bench.good(bench.caller.post(`/api/signatures/${own}`, { SignatureHtml: '<p><b>Eve</b> {{ 1 }}</p>' }))
    for (const contactId of people) {
      const [plain, html, unsigned] = await mailsTo(contactId)
      expect(html?.html).toMatch(/Dear [^<]*<\/p><div style="margin-top:24px"><p><b>Eve<\/b> \{\{ 1 \}\}<\/p><\/div>/)
      expect(html?.text).toContain('Eve {{ 1 }}')
      expect(plain?.text).toMatch(/^Plain [^\n]*\n\nEve \{\{ 1 \}\}\n\n-- \n.*\nUnsubscribe: /)
      expect(unsigned?.html).not.toContain('Eve')
    }
  })
})

/** Sends the waiting mails to a contact, and returns them in their order. */
const mailsTo = async (contactId: number) => {
  const { database, app } = bench.server
  const config = readConfig({ PUBLIC_URL: 'https://h.example', MAIL_URL: sink.url, MAIL_FROM: 'office@harbor.example' })
  const mail = openMail(config, sealer(Buffer.alloc(32, 7)))
  const send = mailTasks(mail, mailExtensions(app.files))[SEND_MAIL]
  const { tenantId } = bench
  const found = () => database.system.mailMessage.findMany({ where: { tenantId, contactId }, orderBy: { id: 'asc' } })
  const context = { database, clock: systemClock, log: app.log }
  for (const { id } of await found()) await send?.(context, { tenantId, messageId: Number(id) })
  mail.transport.close()
  const sent = await found()
  expect(sent.map(({ status }) => status)).toEqual(['sent', 'sent', 'sent'])
  return sent
}
