import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { type ExplorerWorld, explorerWorld } from '../../support/explorer/explorer-world.ts'
import { openGraph, richStyle } from '../../support/explorer/open-graph.ts'
import { until } from '../../support/until.ts'
import { describeWith } from '../../support/with-programs.ts'
import { sizes } from '../browser.ts'

describeWith(['chromium'], 'the zoom of the graph in the Explorer', () => {
  let world: ExplorerWorld
  let styleId: string

  before(async () => {
    world = await explorerWorld()
    styleId = (await richStyle(world)).style.id
  })

  const shownZoom = (page: Page) => page.locator('.zoom-bar output').first()
  const zoomOf = async (page: Page) => Number.parseInt(await shownZoom(page).innerText(), 10)
  const frameOf = (page: Page) => page.locator('.picture').first()
  const numberOf = (page: Page, expression: string): Promise<number> => page.evaluate(expression)
  const widthOf = (page: Page) => numberOf(page, `document.querySelector('.picture svg').getBoundingClientRect().width`)

  /** How far the drawing reaches out of its frame, in pixels. */
  const overflowOf = (page: Page) =>
    numberOf(
      page,
      `(() => {
        const frame = document.querySelector('.picture')
        return Math.max(frame.scrollWidth - frame.clientWidth, frame.scrollHeight - frame.clientHeight)
      })()`,
    )

  for (const [name, viewport] of Object.entries(sizes)) {
    it(`shows the whole picture at first, and again by the button and the key, on a ${name}`, async () => {
      const page = await openGraph(world, styleId, '&depth=3', { viewport })
      expect(await overflowOf(page)).to.be.at.most(0)
      const [fit, width] = [await zoomOf(page), await widthOf(page)]
      for (const again of [() => page.getByRole('button', { name: 'Fit' }).click(), () => page.keyboard.press('0')]) {
        await page.getByRole('button', { name: 'Zoom in' }).click()
        await frameOf(page).focus()
        for (const key of ['+', '+', '+']) await page.keyboard.press(key)
        await until('it is larger', async () => (await overflowOf(page)) > 0 && (await zoomOf(page)) > fit)
        await again()
        await until('it fits', async () => (await widthOf(page)) === width)
        expect(await overflowOf(page)).to.be.at.most(0)
      }
      await page.keyboard.press('-')
      await until('it is smaller', async () => (await zoomOf(page)) < fit)
      expect(await numberOf(page, 'document.documentElement.scrollWidth - innerWidth')).to.be.at.most(0)
    })
  }

  it('zooms by Ctrl with the wheel around the pointer, and otherwise lets the page scroll', async () => {
    const page = await openGraph(world, styleId, '&depth=2')
    await frameOf(page).scrollIntoViewIfNeeded()
    const node = page.locator('.drawn.root').first()
    const center = async () => {
      const { x, y, width, height } = (await node.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      return { x: x + width / 2, y: y + height / 2 }
    }
    const before = await zoomOf(page)
    for (let turn = 0; turn < 2; turn += 1) {
      const { x, y } = await center()
      await page.mouse.move(x, y)
      await page.keyboard.down('Control')
      await page.mouse.wheel(0, -100)
      await page.keyboard.up('Control')
      await until('it is larger', async () => (await zoomOf(page)) > before)
    }
    const anchored = await center()
    await page.mouse.move(anchored.x, anchored.y)
    const last = await zoomOf(page)
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -30)
    await page.keyboard.up('Control')
    await until('it is larger again', async () => (await zoomOf(page)) > last)
    const after = await center()
    expect(Math.hypot(after.x - anchored.x, after.y - anchored.y)).to.be.below(4)
    expect(await numberOf(page, 'visualViewport.scale')).to.equal(1)
    await page.keyboard.press('Home')
    await page.getByRole('button', { name: 'Fit' }).first().click()
    await until('it fits', async () => (await overflowOf(page)) <= 0)
    await page.evaluate('scrollTo(0, 0)')
    const box = await frameOf(page).boundingBox()
    await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 40)
    await page.mouse.wheel(0, 120)
    await until('the page scrolled', async () => (await numberOf(page, 'scrollY')) > 0)
  })

  it('is moved by dragging its background', async () => {
    const page = await openGraph(world, styleId, '&depth=3')
    await frameOf(page).focus()
    for (let step = 0; step < 8; step += 1) await page.keyboard.press('+')
    await until('it is larger', async () => (await overflowOf(page)) > 200)
    await page.evaluate(`document.querySelector('.picture').scrollTo(100, 100)`)
    const at: { x: number; y: number } = await page.evaluate(`(() => {
      const { left, top, width, height } = document.querySelector('.picture').getBoundingClientRect()
      for (let x = left + 20; x < left + width - 120; x += 15)
        for (let y = Math.max(top, 80) + 20; y < Math.min(top + height, innerHeight) - 120; y += 15)
          if (document.elementFromPoint(x, y)?.matches('.picture svg')) return { x, y }
    })()`)
    await page.mouse.move(at.x, at.y)
    await page.mouse.down()
    await page.mouse.move(at.x + 60, at.y + 50, { steps: 4 })
    await page.mouse.up()
    const scroll = await page.evaluate(
      `(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop])(document.querySelector('.picture'))`,
    )
    expect(scroll).to.deep.equal([40, 50])
    await page.mouse.move(at.x, at.y)
    expect(await numberOf(page, `document.querySelector('.picture').scrollLeft`)).to.equal(40)
  })

  it('zooms by two fingers, and scrolls the page by one', async () => {
    const page = await openGraph(world, styleId, '&depth=2', { viewport: sizes.phone, hasTouch: true, isMobile: true })
    await frameOf(page).scrollIntoViewIfNeeded()
    const box = await frameOf(page).boundingBox()
    const [x, y] = [(box?.x ?? 0) + 150, (box?.y ?? 0) + 120]
    const touch = await page.context().newCDPSession(page)
    const send = (type: string, ...points: [number, number][]) =>
      touch.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: points.map(([px, py], id) => ({ x: px, y: py, id })),
      })
    const scrolled = await numberOf(page, 'scrollY')
    await send('touchStart', [x, y])
    for (const away of [20, 40, 60, 80]) await send('touchMove', [x, y - away])
    await send('touchEnd')
    await until('the page scrolled', async () => (await numberOf(page, 'scrollY')) > scrolled)
    const before = await zoomOf(page)
    await send('touchStart', [x - 20, y], [x + 20, y])
    for (const apart of [40, 60, 80]) await send('touchMove', [x - apart, y], [x + apart, y])
    await send('touchEnd')
    await until('it is larger', async () => (await zoomOf(page)) >= before * 2)
    expect(await numberOf(page, 'visualViewport.scale')).to.equal(1)
  })
})
