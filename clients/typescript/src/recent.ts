/** A map of so many entries at most, which forgets what was put there longest ago. */
export class Recent<K, V> extends Map<K, V> {
  constructor(private readonly most: number) {
    super();
  }

  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    if (this.size > this.most) {
      const oldest = this.keys().next();
      if (oldest.done !== true) {
        this.delete(oldest.value);
      }
    }
    return this;
  }
}
