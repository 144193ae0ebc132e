import { roundCents } from './money.js';

/** What a customer wants to buy. Prices are in cents, so that sums are exact. */
export class Cart {
  #lines = new Map();

  add(product, count = 1) {
    const line = this.#lines.get(product.id) ?? { product, count: 0 };
    this.#lines.set(product.id, { ...line, count: line.count + count });
    return this;
  }

  remove(id) {
    if (!this.#lines.delete(id)) throw new Error(`Nothing with the id ${id} is in the cart.`);
    return this;
  }

  get count() {
    return [...this.#lines.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** The total with discount and tax, rounded once, at the end. */
  total({ discount = 0, tax = 0.19 } = {}) {
    const net = [...this.#lines.values()].reduce((sum, { product, count }) => sum + product.price * count, 0);
    return roundCents(net * (1 - discount) * (1 + tax));
  }
}
