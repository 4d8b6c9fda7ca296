import { expect } from 'chai'
import neo4j, { type Driver } from 'neo4j-driver'
import { logInInTurn } from '../../../cypher/login/driver-internals.ts'
import { createLogins } from '../../../cypher/login/logins.ts'

describe('the private fields of neo4j-driver that logins use', () => {
  it('exist in the installed version', async () => {
    const driver = neo4j.driver('bolt://127.0.0.1:1', neo4j.auth.basic('neo4j', 'x'))
    expect(() => logInInTurn(driver, createLogins())).to.not.throw()
    await driver.close()
  })

  it('are checked before the first login, with an error that names the supported version', () => {
    for (const other of [{}, { _getOrCreateConnectionProvider: () => ({}) }])
      expect(() => logInInTurn(other as unknown as Driver, createLogins())).to.throw('other internals than 6.3.0')
  })
})
