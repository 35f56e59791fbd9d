/** Findings about the books, as in `healthWords`. */
export const bookWords = {
  books_agree: {
    title: 'Books',
    why: 'They agree with the chains, last compared at {since}. Addresses read: {audited}.',
    action: '',
  },
  books_new: { title: 'Books', why: 'They have not been compared with a chain yet.', action: '' },
  books_differ: {
    title: 'Books on {of}',
    why: 'They differ from the chain at {address}. Addresses in all: {count}.',
    action: 'Look at each difference and its transaction.',
  },
  books_late: {
    title: 'Books on {of}',
    why: 'They were last compared with the chain at {since}. {problem}',
    action: 'Test the nodes. If they work, read the log of audit-books.',
  },
  books_unread: {
    title: 'Books on {of}',
    why: 'They could not be compared with the chain yet. {problem}',
    action: 'Test the nodes. If they work, read the log of audit-books.',
  },
} as const
