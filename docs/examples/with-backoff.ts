const { BASE_URL = '', TOKEN = '' } = process.env
const MOST_ATTEMPTS = 5

/** Sends a read, and retries after 429 and 503: at least Retry-After, and twice as long each time. */
async function read(path: string): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(`${BASE_URL}${path}`, { headers: { Authorization: `Bearer ${TOKEN}` } })
    if (![429, 503].includes(response.status) || attempt === MOST_ATTEMPTS) return response
    const seconds = Math.max(Number(response.headers.get('Retry-After')), 2 ** attempt) + Math.random()
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
}

const response = await read('/v1/token')
console.log(response.status, response.headers.get('RateLimit-Policy'))
