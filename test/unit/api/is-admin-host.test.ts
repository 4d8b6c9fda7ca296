import { expect } from 'chai'
import { isAdminHost } from '../../../process/is-admin-host.ts'

describe('the hosts of admin ports', () => {
  const allowed = ['metrics.example.com']

  it('are IP addresses, names without a public domain, and configured names', () => {
    const own = [
      '127.0.0.1',
      '127.0.0.1:8081',
      '[::1]:8081',
      '10.1.2.3:8082',
      '[fd00::1]',
      'localhost:8081',
      'projector',
    ]
    for (const host of [...own, 'metrics.example.com', 'metrics.example.com:8081', 'METRICS.example.com'])
      expect(isAdminHost(host, allowed), host).to.equal(true)
    expect(isAdminHost(undefined, [])).to.equal(true)
  })

  it('do not include public names, which DNS rebinding could use, or malformed hosts', () => {
    const foreign = [
      'stranger.example',
      'stranger.example:8081',
      '127.0.0.1.stranger.example',
      'metrics.example.com.x.y',
    ]
    for (const host of [...foreign, '', ' ', 'a/b', 'localhost@stranger.example', '[::1', 'a b', 'localhost.'])
      expect(isAdminHost(host, allowed), host).to.equal(false)
  })
})
