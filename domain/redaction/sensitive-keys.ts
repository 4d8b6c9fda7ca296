/** Words that make a key one of a secret, wherever they stand in it. */
const secretWords = new Set(
  'password passwords passwd pwd passphrase passcode secret secrets token tokens apikey authorization auth cookie cookies credential credentials cred creds dsn jwt bearer'.split(
    ' ',
  ),
)
/** Words that make a key one of a person. */
const personWords = new Set(
  'email emails mail phone phones telephone tel mobile cellphone fax surname birthday birthdate dob ssn passport'.split(
    ' ',
  ),
)
/** Last words of keys that name machines and those who log in to them. */
const loginWords = new Set(
  'host hosts hostname server servers user users username login userid uid ip ipaddress'.split(' '),
)

/** Two words in a row. */
const pairs = new Set(
  [
    ...[
      'api key',
      'access key',
      'private key',
      'secret key',
      'signing key',
      'encryption key',
      'ssh key',
      'account key',
    ],
    ...['connection string', 'conn string', 'conn str', 'session id', 'pass word'],
    ...['first name', 'last name', 'full name', 'middle name', 'given name', 'family name', 'maiden name'],
    ...['contact name', 'contact person', 'contact details', 'contact address', 'person name', 'contact info'],
    ...['buyer', 'planner', 'merchandiser', 'designer', 'approver', 'requester', 'agent'].map((role) => `${role} name`),
    ...['home address', 'private address', 'personal address', 'residential address', 'birth date', 'smtp addr'],
    ...['national id', 'personal id', 'host name', 'server name', 'user name', 'user id', 'login name', 'login id'],
    ...['ip address', 'ip addr', 'created by', 'changed by', 'modified by', 'updated by', 'approved by'],
  ].map((pair) => pair.replace(' ', '')),
)
/** Parts of keys that are written without a break, such as `dbpassword` or `CONNECTIONSTRING`. */
const parts =
  /password|passwd|passphrase|secret|apikey|accesskey|privatekey|connectionstring|cookie|credential|authorization|firstname|lastname|fullname|surname|username|hostname|emailaddress|phonenumber|contactname|contactperson|(?:token|tokens|pwd|email|host|server|login)$/

/** Keys that are a person as a whole. */
const people = new Set(['contact', 'contacts', 'person', 'persons', 'buyer', 'planner', 'merchandiser', 'designer'])

/**
 * Whether a value under this key is a secret, says who a person is, or names a machine or a login: by the words of the key,
 * however it is written (`api_key`, `api-key`, `apiKey`, `API KEY`, `apikey`).
 */
export function isSensitiveKey(key: string): boolean {
  const words = tokensOf(key)
  const whole = words.join('')
  return (
    people.has(whole) ||
    pairs.has(whole) ||
    parts.test(whole) ||
    loginWords.has(words.at(-1) ?? '') ||
    words.some((word, at) => secretWords.has(word) || personWords.has(word) || pairs.has(word + (words[at + 1] ?? ' ')))
  )
}

function tokensOf(key: string): string[] {
  const broken = key
    .normalize('NFKC')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
  return broken.toLowerCase().match(/\p{L}+/gu) ?? []
}
