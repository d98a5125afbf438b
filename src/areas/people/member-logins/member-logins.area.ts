import type { Area } from '#areas/area'
import { contactMoves } from '#areas/people/contacts/merges/contact-moves.queries'
import { loginMerges } from '#areas/people/contacts/merges/merge-followers.service'
import { changes } from '#kernel/outbox/event-kind'
import { addTo } from '#kernel/registers/register'
import { memberLoginEvents } from './member-logins.events.ts'
import { readMemberLogin } from './member-logins.queries.ts'
import { memberLogins } from './member-logins.routes.ts'
import { deleteLoginOfLoser } from './member-logins.service.ts'

export const memberLoginsArea: Area = {
  routes: [memberLogins],
  events: changes('member-logins', 'Member login', memberLoginEvents),
  shapes: {
    memberlogin: { scope: 'member-logins:read', read: async (scope, id) => (await readMemberLogin(scope, id)).text },
  },
  additions: [
    addTo(contactMoves, {
      kind: 'memberLogins',
      table: 'member_login',
      // A contact has one login: that of the loser is deleted before if the winner has one.
      column: 'contact_id',
      meaning: 'right',
    }),
    addTo(loginMerges, deleteLoginOfLoser),
  ],
}
