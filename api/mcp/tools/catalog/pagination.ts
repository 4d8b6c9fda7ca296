/** Ends the description of a tool that returns pages. */
export const pagination =
  'Pass links.next as cursor until it is null. meta.truncatedBy "size": cut at 40,000 characters.'
