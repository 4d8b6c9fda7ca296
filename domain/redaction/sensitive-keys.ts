/** Words that mark the key of a secret at any place of the key. */
const secretWords = new Set(
  'password passwords passwd pwd passphrase passcode secret secrets token tokens apikey authorization auth cookie cookies credential credentials cred creds dsn jwt bearer'.split(
    ' ',
  ),
)
/** Words that mark the key of personal data. */
const personWords = new Set(
  'email emails mail phone phones telephone tel mobile cellphone fax surname birthday birthdate dob ssn passport'.split(
    ' ',
  ),
)
/** Words that mark the key of a machine or a login, if they are its last word. */
const loginWords = new Set(
  'host hosts hostname server servers user users username login userid uid ip ipaddress'.split(' '),
)

/** Pairs of adjacent words that mark a sensitive key. */
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
/** Parts that mark a sensitive key without word boundaries, such as `dbpassword` or `CONNECTIONSTRING`. */
const parts =
  /password|passwd|passphrase|secret|apikey|accesskey|privatekey|connectionstring|cookie|credential|authorization|firstname|lastname|fullname|surname|username|hostname|emailaddress|phonenumber|contactname|contactperson|(?:token|tokens|pwd|email|host|server|login)$/

/** Keys that identify a person as a whole. */
const people = new Set(['contact', 'contacts', 'person', 'persons', 'buyer', 'planner', 'merchandiser', 'designer'])

/**
 * Whether a value with this key is a secret, identifies a person, or names a machine or a login. The key is compared by
 * its words, in any spelling (`api_key`, `api-key`, `apiKey`, `API KEY`, `apikey`).
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
