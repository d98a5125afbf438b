import type { Area } from '#areas/area'
import { changes } from '#kernel/outbox/event-kind'
import { seatEvents } from './logins.events.ts'
import { logins } from './logins.routes.ts'

export const loginsArea: Area = {
  routes: [logins],
  events: changes('logins', 'Seat of staff', seatEvents),
}
