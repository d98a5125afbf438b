import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

// The people of registrations `g` with their contacts `p`, for every list that shows them.

/** A column of the participant, whose data is not shown if its contact is deleted. */
export const ofParticipant = (value: Sql): Sql => Prisma.sql`CASE WHEN p.deleted_at IS NULL THEN ${value} END`

/** The name on the badge, else first and last name. */
export const DISPLAY_NAME = ofParticipant(
  Prisma.sql`coalesce(g.badge_name, nullif(concat_ws(' ', g.first_name, g.last_name), ''))`,
)
