package undercroft

import "container/list"

// recent is a map of so many entries at most, which forgets what was put there longest ago.
type recent[K comparable, V any] struct {
	most  int
	found map[K]*list.Element
	order list.List
}

type recentEntry[K comparable, V any] struct {
	key   K
	value V
}

func newRecent[K comparable, V any](most int) *recent[K, V] {
	return &recent[K, V]{most: most, found: map[K]*list.Element{}}
}

func (r *recent[K, V]) get(key K) (V, bool) {
	element, ok := r.found[key]
	if !ok {
		var none V
		return none, false
	}
	return element.Value.(recentEntry[K, V]).value, true
}

func (r *recent[K, V]) put(key K, value V) {
	r.remove(key)
	r.found[key] = r.order.PushBack(recentEntry[K, V]{key, value})
	if r.order.Len() > r.most {
		r.remove(r.order.Front().Value.(recentEntry[K, V]).key)
	}
}

func (r *recent[K, V]) remove(key K) {
	if element, ok := r.found[key]; ok {
		r.order.Remove(element)
		delete(r.found, key)
	}
}
