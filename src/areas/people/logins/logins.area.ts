import type { Area } from '#areas/area'
import { changes } from '#kernel/outbox/event-kind'
import { logins } from './logins.routes.ts'
import { seatEvents } from './seats/seats.events.ts'

export const loginsArea: Area = {
  routes: [logins],
  events: changes('logins', 'Seat of staff', seatEvents),
}
