/** The keys of the templates of the mails that memberships send by themselves. */
export const WELCOME = 'membership-joined'
export const RENEWED = 'membership-renewed'
