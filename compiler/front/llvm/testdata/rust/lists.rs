// A linked list of boxes, reversed in place; Rc and Weak; RefCell.
#![no_main]
use std::cell::RefCell;
use std::rc::{Rc, Weak};
struct Node { v: u32, next: Option<Box<Node>> }
struct Tree { name: String, parent: Weak<RefCell<Tree>>, children: Vec<Rc<RefCell<Tree>>> }
#[unsafe(no_mangle)]
extern "C" fn main() -> i32 {
    let mut l: Option<Box<Node>> = None;
    for i in 0..6 { l = Some(Box::new(Node { v: i, next: l })); }
    let mut r = None;
    while let Some(mut n) = l { l = n.next.take(); n.next = r; r = Some(n); }
    let mut p = &r;
    while let Some(n) = p { print!("{} ", n.v); p = &n.next; }
    let parent = Rc::new(RefCell::new(Tree { name: "root".into(), parent: Weak::new(), children: vec![] }));
    for i in 0..3 {
        let c = Rc::new(RefCell::new(Tree { name: format!("leaf{i}"), parent: Rc::downgrade(&parent), children: vec![] }));
        parent.borrow_mut().children.push(c);
    }
    let leaf = parent.borrow().children[1].clone();
    println!("{} {} {}", leaf.borrow().name, leaf.borrow().parent.upgrade().unwrap().borrow().name, Rc::strong_count(&leaf));
    drop(parent);
    println!("{}", leaf.borrow().parent.upgrade().is_none());
    0
}
