import { expect } from 'chai'
import neo4j, { type Driver } from 'neo4j-driver'
import { logInInTurn } from '../../../cypher/login/driver-internals.ts'
import { createLogins } from '../../../cypher/login/logins.ts'

describe('the internals of the driver', () => {
  it('are those that logins in turn need', async () => {
    const driver = neo4j.driver('bolt://127.0.0.1:1', neo4j.auth.basic('neo4j', 'x'))
    expect(() => logInInTurn(driver, createLogins())).to.not.throw()
    await driver.close()
  })

  it('are refused when they are others, before any connection logs in out of turn', () => {
    for (const other of [{}, { _getOrCreateConnectionProvider: () => ({}) }])
      expect(() => logInInTurn(other as unknown as Driver, createLogins())).to.throw('otherwise than 6.3.0')
  })
})
