import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { useCommandBench } from './command-bench.ts'

const { database, guildhall } = useCommandBench()

const login = () => database().system.memberLogin.findFirstOrThrow({ include: { password: true } })

let contactId = 0
beforeAll(async () => {
  const file = join(tmpdir(), `guildhall-members-${process.pid}.csv`)
  writeFileSync(file, 'First name,Last name,Email\nAda,Lind,Ada@members.example\n')
  const imported = await guildhall(`import contacts ${file} --tenant north`)
  expect(imported.code, imported.err).toBe(0)
  contactId = (await database().system.contact.findFirstOrThrow({ where: { lastName: 'Lind' } })).id
})

describe('guildhall member-login', () => {
  test('creates a login at the address of the contact, and invites', async () => {
    const created = await guildhall(`member-login create --tenant north --contact ${contactId} --invite`)
    expect(created).toMatchObject({
      out: 'Created the login ada@members.example of Ada Lind and queued an invitation.\n',
      err: '',
    })
    const again = await guildhall(`member-login create --tenant north --contact ${contactId}`)
    expect([again.code, again.err]).toEqual([1, 'There is another login with the address ada@members.example.\n'])
    const before = await login()
    const invited = await guildhall('member-login invite --tenant north --email Ada@members.example')
    expect(invited.out).toBe('Queued an invitation to ada@members.example.\n')
    expect((await login()).auditId).toBe(before.auditId + 1)
  })

  test('sets a password, and ends what was issued before', async () => {
    const before = await login()
    const reset = await guildhall(
      'member-login reset-password --tenant north --email ada@members.example --password-stdin',
      {},
      'a long enough password\n',
    )
    expect(reset.out).toBe('Reset the password of ada@members.example.\n')
    const after = await login()
    expect([before.password, after.hasPassword, after.password?.hash.startsWith('$argon2id$')]).toEqual([
      null,
      true,
      true,
    ])
    expect(after.validFrom.getTime()).toBeGreaterThan(before.validFrom.getTime())
    expect(after.auditId).toBe(before.auditId + 1)
    const where = { entity: 'memberlogin', entityId: after.id, auditId: after.auditId }
    expect(await database().system.outboxEvent.findFirst({ where })).toMatchObject({
      kind: 'memberlogin.updated',
      actor: 'system',
      payload: { contactId },
    })
    const short = await guildhall('member-login reset-password --tenant north --email ada@members.example', {
      GUILDHALL_PASSWORD: 'short',
    })
    expect([short.code, short.err]).toEqual([1, 'The password must have at least 12 characters\n'])
  })

  test('disables and enables a login, and lists the logins of the tenant', async () => {
    const disabled = await guildhall('member-login disable --tenant north --email ada@members.example')
    expect(disabled.out).toBe('Disabled ada@members.example.\n')
    expect((await login()).disabledAt).not.toBeNull()
    const { memberLoginId, ...line } = await listed()
    expect(line).toEqual({ contact: contactId, rest: 'Ada Lind  ada@members.example  disabled  never signed in' })
    expect(memberLoginId).toBe((await login()).id)
    await guildhall('member-login enable --tenant north --email ada@members.example')
    expect((await listed()).rest).toBe('Ada Lind  ada@members.example  has a password  never signed in')
    const none = await guildhall('member-login list --tenant north --search nobody')
    expect(none).toMatchObject({ code: 0, out: '', err: 'No login matches.\n' })
  })

  test('names the option of a contact that is refused', async () => {
    const unknown = await guildhall('member-login create --tenant north --contact 999999')
    expect(unknown.err).toBe('--contact does not reference an existing contact\n')
    const address = await guildhall(`member-login create --tenant north --contact ${contactId} --email nobody`)
    expect(address.err).toBe('--email must be a mail address\n')
    const staff = await guildhall('login create --tenant north --email s@north.example --contact 999999', {
      GUILDHALL_PASSWORD: 'a long enough password',
    })
    expect(staff.err).toBe('--contact 999999 is not the id of an individual of this tenant\n')
  })

  test('reports an address without a login in one sentence that says what to do', async () => {
    const unknown = await guildhall('member-login disable --tenant north --email b@members.example')
    expect([unknown.code, unknown.err]).toEqual([
      1,
      '--email: "b@members.example" is not the address of a member login. List them: guildhall member-login list --tenant north\n',
    ])
  })
})

const listed = async () => {
  const { out } = await guildhall('member-login list --tenant north --search lind')
  const [id, contact, ...rest] = out.trim().split('  ')
  return { memberLoginId: Number(id), contact: Number(contact), rest: rest.join('  ') }
}
