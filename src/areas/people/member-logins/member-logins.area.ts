import type { Area } from '#areas/area'
import { changes } from '#kernel/outbox/event-kind'
import { memberLoginEvents } from './member-logins.events.ts'
import { readMemberLogin } from './member-logins.queries.ts'
import { memberLogins } from './member-logins.routes.ts'

export const memberLoginsArea: Area = {
  routes: [memberLogins],
  events: changes('member-logins', 'Member login', memberLoginEvents),
  shapes: {
    memberlogin: { scope: 'member-logins:read', read: async (scope, id) => (await readMemberLogin(scope, id)).text },
  },
}
