import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Cart } from '../src/cart.js';
import { formatMoney, roundCents } from '../src/money.js';

const tea = { id: 'tea', price: 450 };
const mug = { id: 'mug', price: 1_295 };

describe('the cart', () => {
  it('counts what is in it', () => assert.equal(new Cart().add(tea, 2).add(mug).count, 3));
  it('adds up prices with tax', () => assert.equal(new Cart().add(tea).add(mug).total(), 2_077));
  it('takes a discount off', () => assert.equal(new Cart().add(mug).total({ discount: 0.1, tax: 0 }), 1_166));
  it('lets go of what is removed', () => assert.equal(new Cart().add(tea).remove('tea').count, 0));
  it('says when there is nothing to remove', () => assert.throws(() => new Cart().remove('tea'), /tea/));
});

describe('money', () => {
  it('rounds half a cent to the even neighbour', () => assert.equal(roundCents(2.5), 2));
  it('rounds up above the half', () => assert.equal(roundCents(2.51), 3));
  it('is shown with its currency', () => assert.equal(formatMoney(1_295), '€12.95'));
});
