import type { World } from '../world.ts'
import { document, list, type OfferedIds, type OfferedKind, type OfferedRecord } from './offered-records.ts'

const loginUrl = ({ id }: OfferedIds) => `/api/memberlogins/${id}`

const login = async (world: World): Promise<OfferedRecord> => ({
  ids: { id: Number((await world.idsFor('/:memberloginid')).get('memberloginid')) },
})

const memberLogins: OfferedKind = {
  name: 'member login',
  shapes: ['MemberLogin'],
  area: 'member-logins',
  reads: [
    document('getMemberLogin', loginUrl),
    list('listMemberLogins', ({ id }) => `/api/memberlogins?Filter=MemberLoginId eq ${id}`, 'MemberLoginId', 'id'),
  ],
  states: {
    new: login,
    disabled: async (world) => {
      const { ids } = await login(world)
      await world.post(loginUrl(ids), { AuditId: 1, IsDisabled: true })
      return { ids }
    },
  },
  actions: {
    edit: (ids) => ({ method: 'POST', url: loginUrl(ids), body: { IsDisabled: false }, version: 'AuditId' }),
    invite: (ids) => ({ method: 'POST', url: `${loginUrl(ids)}/invite` }),
    signout: (ids) => ({ method: 'POST', url: `${loginUrl(ids)}/signout` }),
    delete: (ids) => ({ method: 'DELETE', url: loginUrl(ids) }),
  },
}

const submissionUrl = ({ id }: OfferedIds) => `/api/calendars/submissions/${id}`

const submission = async (world: World): Promise<OfferedRecord> => ({
  ids: { id: Number((await world.idsFor('/:submissionid')).get('submissionid')) },
})

const decided =
  (way: 'approve' | 'decline') =>
  async (world: World): Promise<OfferedRecord> => {
    const { ids } = await submission(world)
    await world.post(`${submissionUrl(ids)}/${way}`)
    return { ids }
  }

const submissions: OfferedKind = {
  name: 'proposed calendar item',
  shapes: ['CalendarSubmission'],
  area: 'calendars',
  reads: [
    document('getCalendarSubmission', submissionUrl),
    list(
      'listCalendarSubmissions',
      ({ id }) => `/api/calendars/submissions?Filter=SubmissionId eq ${id}`,
      'SubmissionId',
      'id',
    ),
  ],
  states: { pending: submission, approved: decided('approve'), declined: decided('decline') },
  actions: {
    approve: (ids) => ({ method: 'POST', url: `${submissionUrl(ids)}/approve` }),
    decline: (ids) => ({ method: 'POST', url: `${submissionUrl(ids)}/decline` }),
    delete: (ids) => ({ method: 'DELETE', url: submissionUrl(ids) }),
  },
}

/** Records of member sign-in and of what members and the public propose. */
export const memberRecords: readonly OfferedKind[] = [memberLogins, submissions]
